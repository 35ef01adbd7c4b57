export function runtimeNode(root: string): Promise<string>;
export function installRuntime(home: string, archive?: readonly [name: string, integrity: string]): Promise<string>;
