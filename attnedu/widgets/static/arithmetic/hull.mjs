// Points of a plane: their convex hull, how far a point lies outside it, and a sum drawn as a chain of arrows.
// A point is [x, y]. No page, no state. A test holds it to loops over all pairs and triples of points.

// Twice the signed area of a triangle: above 0 where a, b, c turn to the left, 0 where they lie on one line.
function turn(a, b, c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/**
 * Which points are corners of the hull, anticlockwise (Andrew's monotone chain). Points on an edge are left out and of
 * equal points one is kept: two indices where all lie on one line, one where all are the same.
 */
export function hullCorners(points) {
  const order = points.map((_, i) => i).sort((i, j) => points[i][0] - points[j][0] || points[i][1] - points[j][1] || i - j);
  const chain = (indices) => {
    const kept = [];
    for (const i of indices) {
      while (kept.length > 1 && turn(points[kept.at(-2)], points[kept.at(-1)], points[i]) <= 0) kept.pop();
      if (kept.length !== 1 || !same(points[kept[0]], points[i])) kept.push(i);
    }
    return kept.slice(0, -1);
  };
  const around = [...chain(order), ...chain([...order].reverse())];
  return around.length ? around : [order[0]];
}

function same(a, b) {
  return a[0] === b[0] && a[1] === b[1];
}

/** How far a point lies from the segment between a and b, which may be one point. */
export function distanceToSegment(point, a, b) {
  const along = [b[0] - a[0], b[1] - a[1]];
  const length = along[0] ** 2 + along[1] ** 2;
  const part = length ? ((point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]) / length : 0;
  const t = Math.min(1, Math.max(0, part));
  return Math.hypot(point[0] - a[0] - t * along[0], point[1] - a[1] - t * along[1]);
}

/** How far a point lies outside the hull of `points`; 0 inside and on the edge. */
export function distanceToHull(point, points) {
  const corners = hullCorners(points).map((i) => points[i]);
  const sides = corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]]);
  if (corners.length > 2 && sides.every(([a, b]) => turn(a, b, point) >= 0)) return 0;
  return Math.min(...sides.map(([a, b]) => distanceToSegment(point, a, b)));
}

/** The joints of a chain of arrows, each share times its value: from the origin, tip to tail, to their sum. */
export function tipToTail(shares, values) {
  const joints = [[0, 0]];
  shares.forEach((share, j) => {
    const [x, y] = joints[j];
    joints.push([x + share * values[j][0], y + share * values[j][1]]);
  });
  return joints;
}

/** The largest extent of some points along either axis. */
export function extents(points) {
  return [0, 1].map((d) => Math.max(...points.map((p) => p[d])) - Math.min(...points.map((p) => p[d])));
}
