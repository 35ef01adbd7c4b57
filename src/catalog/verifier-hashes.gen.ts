/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "6b3afb44cb0d640533e50c14949000c270c638ce7e4ae1f8f9d6822b8fbcf452",
  "verify.html": "ce053c79a0558afdad8cafe4b488f993cf482be6f09bee864cee160f8a73d59c",
} as const;
