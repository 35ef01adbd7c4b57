/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "799e9165d2cc16151734513d40943df02ff30f1f1a364b0b4959888864bbb5f7",
  "verify.html": "bd48a4ba15f15723640942c0729f948cb410f920374f5fa84f75729d0a241ed3",
} as const;
