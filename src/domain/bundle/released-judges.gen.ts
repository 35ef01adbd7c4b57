/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "db1b329b51921e858bde8ecd8d776b1f7f6595c595cc99818610dedfd9cd5aba": "0.2.0-dev",
};
