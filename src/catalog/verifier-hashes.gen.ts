/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "5bbe0a3049c8603178e42f4280839b7e690c2cf15aebbc83eddecdbee254c7df",
  "verify.html": "00ec95ba29e9cb664b72a6df180184fe876501aecafb6a3c6bc810d7f5e1ee3d",
} as const;
