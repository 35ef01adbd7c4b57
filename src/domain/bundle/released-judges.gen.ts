/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "3f2f19f9e74b277e1358240faba84e752f0375c60574885e0ede053680da0290": "0.2.0-dev",
};
