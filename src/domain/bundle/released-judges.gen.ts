/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "733969c3b4041cdd19704f3fb4e56806d66830a7da80b03a9eb9bd20bf5048ca": "0.2.0-dev",
};
