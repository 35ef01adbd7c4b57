declare module "s3rver" {
  import type { AddressInfo } from "node:net";

  /** Of Koa, which it is built on. */
  interface Context {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
    status: number;
    type: string;
    body: string;
  }

  export default class S3rver {
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    constructor(options: {
      readonly port: number;
      readonly address: string;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
