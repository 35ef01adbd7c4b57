/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "63c10454ed4b69be9dce15ca51b4dab32fd6799435c9e366aa70972d3b732c38",
  "verify.html": "75b4ede156096666abe3247860d58256717a98feab1c878768200a5293ab1d15",
} as const;
