/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "1da5f36d3cfff1ffea46fb1d7cc9c2861854658d547bd789e24365c017a9c3ca": "0.2.0-dev",
};
