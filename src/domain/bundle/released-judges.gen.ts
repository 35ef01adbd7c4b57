/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "1ccab1d9083d630f0ecd2e90d8054fdd86f5a71dd185acd06a85ec91f965010b": "0.2.0-dev",
};
