/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "f1b3c997bbb9877951871240e996a5a450804b28bf79b677969cf20c5face586": "0.2.0-dev",
};
