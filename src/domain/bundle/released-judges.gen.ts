/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "76bbe1f862e0c8a3bea8e8921852cbcb5aea5150f510d45f74781afefec62240": "0.2.0-dev",
};
