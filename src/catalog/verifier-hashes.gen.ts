/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "469e5744a43111e27ca48124759c9a2db6351126e73a86abf1055a06edb9706d",
  "verify.html": "21a9fb86f5ba6019fa35502495fa98db98712ba267fe781aef6a1781ff3f321b",
} as const;
