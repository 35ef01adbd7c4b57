/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "2cc976ec7e3500d9df009014bb0cc1b8a0aa12690387e50e70030bc8b00a5c55",
  "verify.html": "865479ca8f2d612fd3f5e94981fed7c2fc6cee12147a994721a9ff5236ab3489",
} as const;
