/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "51cdfe923d56c7aa087b2d599f6ea5092237660be09b1c75e4c2db96430b5cb3": "0.2.0-dev",
};
