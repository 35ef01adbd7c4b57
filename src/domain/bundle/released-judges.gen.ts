/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "54fb6b7f49268538f0b54d820550961390a12f164134bd481760926365619cc8": "0.2.0-dev",
};
