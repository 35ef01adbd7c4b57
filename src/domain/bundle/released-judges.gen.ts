/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "e5f5f28c8116724fe3f36053804a4446adad9ff78cfba302c1120ae2b1a88b8a": "0.2.0-dev",
};
