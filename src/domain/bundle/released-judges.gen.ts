/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "4c3f03acde8f94436e58dbae008db88eb07cd3cb1f0740f69266164020b42689": "0.2.0-dev",
};
