/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "954d5b83d8e2729e9dbbd9f175b492a3ba2c6f3a68e832f595e84e4a4278f7dc": "0.2.0-dev",
};
