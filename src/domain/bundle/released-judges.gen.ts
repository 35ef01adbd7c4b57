/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "0538330da5c38f3fdfbdcffb240f5083140423c3a44c42bd85a8db8fb69873e2": "0.2.0-dev",
};
