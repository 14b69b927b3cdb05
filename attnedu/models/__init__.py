"""Real models, run in plain PyTorch: the one room of attnedu that may import torch.

Read in this order:

    wheels.py     where the model files come from: two Python packages, found and never imported
    gguf.py       a reader for the file format that holds SmolLM2, which undoes the quantisation
    smollm2.py    SmolLM2-135M, a causal decoder: 30 layers of 9 heads
    minilm.py     all-MiniLM-L6-v2, a bidirectional encoder: 6 layers of 12 heads
    record.py     runs both on one sentence and writes the scores that ``attnedu.core.recording`` reads

Both forward passes return the *scaled scores* of every layer and head: the real numbers that the model gives
to its softmax, before any mask. No lesson needs this room to read a recording; it makes them.

``import attnedu.models`` loads nothing else. Each module loads torch when it is imported.
"""
