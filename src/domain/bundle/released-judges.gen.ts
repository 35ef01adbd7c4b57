/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "dcc695d3424f5484e7f9b62dd2cea6ed1271836822ea7e7abb1ca9cc7815b6b3": "0.2.0-dev",
};
