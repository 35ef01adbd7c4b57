/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "fbca3cda991ef76a72ff7633b6aa8e62baa79cdddf7607b6b19854c3bcb82f90": "0.2.0-dev",
};
