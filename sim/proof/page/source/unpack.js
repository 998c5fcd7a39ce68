// What solid.py packed: planes of bytes with differences in them, deflated, in base 64.
export async function unpack(packed) {
  const { corners, triangles, low, step } = packed;
  const positions = new Float32Array(corners * 3), index = new Uint32Array(triangles * 3);
  if (!triangles) return { positions, index };
  const squeezed = Uint8Array.from(atob(packed.data), (c) => c.charCodeAt(0));
  const stream = new Blob([squeezed]).stream().pipeThrough(new DecompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const count = corners * 3;
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0, value = 0; i < corners; i++) {
      const at = axis * corners + i;
      value = (value + bytes[at] + (bytes[count + at] << 8)) & 0xffff;
      positions[3 * i + axis] = low[axis] + value * step;
    }
  }
  const from = 2 * count, many = index.length;
  for (let i = 0, value = 0; i < many; i++) {
    const turned = (bytes[from + i] | bytes[from + many + i] << 8 | bytes[from + 2 * many + i] << 16 | bytes[from + 3 * many + i] << 24) >>> 0;
    value += (turned >>> 1) ^ -(turned & 1);
    index[i] = value;
  }
  return { positions, index };
}

// Line segments along which a welded mesh bends, or ends.
export function edges({ positions, index }, cosine) {
  const faces = index.length / 3, normals = new Float32Array(faces * 3), seen = new Map(), out = [];
  const corners = positions.length / 3;
  for (let f = 0; f < faces; f++) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * index[3 * f + k]);
    const u = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]), v = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const long = Math.hypot(...n) || 1;
    for (let k = 0; k < 3; k++) normals[3 * f + k] = n[k] / long;
  }
  const bends = (f, g) => normals[3 * f] * normals[3 * g] + normals[3 * f + 1] * normals[3 * g + 1] + normals[3 * f + 2] * normals[3 * g + 2] < cosine;
  const keep = (a, b) => out.push(...positions.subarray(3 * a, 3 * a + 3), ...positions.subarray(3 * b, 3 * b + 3));
  for (let f = 0; f < faces; f++) {
    for (let k = 0; k < 3; k++) {
      const a = index[3 * f + k], b = index[3 * f + (k + 1) % 3];
      const key = Math.min(a, b) * corners + Math.max(a, b), other = seen.get(key);
      if (other === undefined) seen.set(key, f);
      else if (other >= 0) {
        if (bends(f, other)) keep(a, b);
        seen.set(key, -1);
      }
    }
  }
  for (const [key, f] of seen) if (f >= 0) keep(Math.floor(key / corners), key % corners);
  return new Float32Array(out);
}
