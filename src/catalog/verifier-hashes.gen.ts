/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "e5cd3b0aaaeb40233b77433f1690a358397f491cb7f3ea68962095e2b51ccd49",
  "verify.html": "eb579c72a3788258545fcaffb2cae7ee4a784a2847cb8fcbe0e8578cddbbdf37",
} as const;
