/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "fd1b056d6a596faf26ab2eeadacfac3a697d9f41265ae487f24ac852d5608796",
  "verify.html": "58274ada01068cb9cd28a3660180c462b5326cf9158a496b8eb338de3fd8a00e",
} as const;
