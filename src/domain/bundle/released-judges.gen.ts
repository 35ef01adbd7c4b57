/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "a97e828723904bc39f4e5d649d6451c03fde7fbf1467a7d33f18bdccb9e3efe9": "0.2.0-dev",
};
