/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "6fc2f04f3d2fa1c6b752f9c4cd33abf06cdbfb977450fd5c435f8002f5cd2608": "0.2.0-dev",
};
