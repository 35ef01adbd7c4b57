declare module "aws4" {
  interface Request {
    readonly service: string;
    readonly region: string;
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer;
    readonly extraHeadersToIgnore: Readonly<Record<string, boolean>>;
  }
  interface Keys {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  }
  const aws4: {
    sign(request: Request, keys: Keys): { readonly headers: Readonly<Record<string, string>> };
  };
  export default aws4;
}
