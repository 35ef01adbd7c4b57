/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "7bfdd0f1b15411799d64332dc45d6baefc3711b9be8f3178513de5c42f9034b4",
  "verify.html": "e3bd406a77c10fdc1158f2d54f132f7266add745655f151264d938d34f61f628",
} as const;
