/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "9677a3dec3b6f3e9ba7efa39349a2a58c19e7f76701f5c94b989da910a05f7a0": "0.2.0-dev",
};
