/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "c6d87aa7025a24bfc3d9d8752e8ae273caa13b871479f6b2bbceb11cd1978c1e": "0.2.0-dev",
};
