/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "e35f7be80adab78f5a4124caa9975b1ab7366989f0b3bd81023847311ef03308": "0.2.0-dev",
};
