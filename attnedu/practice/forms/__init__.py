"""Wrong forms that several exercises share, by the stage they belong to. Each is a function that returns Forms."""
