/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "01e83244f26ec34f02cab06606511913ab02ec7da7275375e6ce94bb3a04061f": "0.2.0-dev",
};
