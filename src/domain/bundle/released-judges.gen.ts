/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "4e5a4b3421ce947260d9292ccce2e4f5dbf8fa13039d8b16074812446cf15563": "0.2.0-dev",
};
