/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "42e754e371c7e3a0110588a3c480f4be03aabb01f593864ebc93cbe66d312a8a": "0.2.0-dev",
};
