/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "055b8b7f542f8ea18b2188df5a3a9212fc6686ee94de90cddaae2cc5110b6fe6": "0.2.0-dev",
};
