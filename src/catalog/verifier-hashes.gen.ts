/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "0eca341582846c0d0cd01b36d438105927955ed97f568f7e768d95db8207846b",
  "verify.html": "658af5060c2af3fa3268d68091a68a85ab14103fb8986f61b7921c01bc712a56",
} as const;
