/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "8fec0c0e893b237f84e350caf63c69c981e3ec34422bffaf44939df7f9816862": "0.2.0-dev",
};
