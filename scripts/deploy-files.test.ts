import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { variables } from "#server/app/settings.ts";
import { root } from "./program.ts";
import { lacks } from "#tests/support/machine.ts";

// What operators copy: each setting in it exists, and what has a checker on this machine is checked.

const read = (path: string) => readFileSync(join(root, "deploy", path), "utf8");
const known = new Set(Object.keys(variables));
/** Names in capitals that are no settings of Exhibit. */
const others = new Set(["DOMAIN", "EXHIBIT_VERSION"]);

const values = parse(read("helm/values.yaml")) as Readonly<Record<string, unknown>>;

/** A template as Helm fills it in, for the few things that these use; what it does not know stays and fails to parse. */
function rendered(name: string): unknown {
  const at = (path: string): unknown =>
    path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], {
      Values: values,
      Release: { Name: "exhibit" },
    });
  const indented = (value: unknown, spaces: number) =>
    Object.entries(value as Record<string, unknown>)
      .map(([key, inner]) => `\n${" ".repeat(spaces)}${key}: ${JSON.stringify(inner)}`)
      .join("");
  const text = read(`helm/templates/${name}`)
    .replace(
      /\{\{- range \$name, \$value := \.([\w.]+) \}\}([\s\S]*?)\n\{\{- end \}\}/g,
      (_, path: string, body: string) =>
        Object.entries(at(path) as Record<string, string>)
          .map(([key, value]) =>
            body.replace("{{ $name }}", key).replace("{{ $value | quote }}", JSON.stringify(value)),
          )
          .join(""),
    )
    .replace(/\{\{- toYaml \.([\w.]+) \| nindent (\d+) \}\}/g, (_, path: string, spaces: string) =>
      indented(at(path), Number(spaces)),
    )
    .replace(/\{\{ \.([\w.]+) \}\}/g, (_, path: string) => String(at(path)));
  expect(text).not.toContain("{{");
  return parse(text);
}

interface Named {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

interface Workload {
  readonly spec: {
    readonly replicas: number;
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: object;
        readonly containers: readonly {
          readonly securityContext: object;
          readonly env: readonly { readonly name: string; readonly value: string }[];
          readonly envFrom: readonly { readonly secretRef?: { readonly name: string } }[];
        }[];
      };
    };
  };
}

const roles = ["web", "worker", "signer"] as const;

test("the chart's templates give what Kubernetes names, and every one is rendered here", () => {
  const kinds = readdirSync(join(root, "deploy/helm/templates")).map((name) => {
    const { apiVersion, kind, metadata } = rendered(name) as Named;
    expect(metadata.name).toMatch(/^exhibit(-[a-z]+)?$/);
    return `${apiVersion} ${kind}`;
  });
  expect(kinds.toSorted()).toEqual([
    ...Array<string>(3).fill("apps/v1 Deployment"),
    "policy/v1 PodDisruptionBudget",
    "v1 ConfigMap",
    "v1 Service",
  ]);
});

test.each(roles)(
  "a %s of the chart runs with no rights, on a root that it cannot write, and has time to drain",
  (role) => {
    const { spec } = rendered(`${role}.yaml`) as Workload;
    const pod = spec.template.spec;
    const [container] = pod.containers;
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
    expect(container!.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    const env = Object.fromEntries(container!.env.map(({ name, value }) => [name, value]));
    expect(env["ROLE"]).toBe(role);
    // It goes on serving for DRAIN_SECONDS, finishes what is under way within FINISH_SECONDS, and then ends within five.
    const finishing = Number(env["FINISH_SECONDS"] ?? 7);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(env["DRAIN_SECONDS"]) + finishing + 5);
    const secrets = container!.envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []);
    expect(secrets.includes("exhibit-worker")).toBe(role === "worker");
  },
);

test("every setting of the chart, compose file, unit and Terraform example exists, and is valid", () => {
  const settings = (rendered("settings.yaml") as { data: Record<string, string> }).data;
  const ofChart = roles.flatMap((role) =>
    (rendered(`${role}.yaml`) as Workload).spec.template.spec.containers[0]!.env.map(({ name }) => name),
  );
  const { services } = parse(read("compose.yaml")) as { services: { exhibit: { environment: object } } };
  const ofUnit = [...read("exhibit.service").matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name]) => name!);
  const ofTerraform = [...read("terraform/aws/outputs.tf").matchAll(/^\s+([A-Z][A-Z_]+)\s*=/gm)].map(
    ([, name]) => name!,
  );
  const named = [
    ...Object.keys(settings),
    ...ofChart,
    ...Object.keys(services.exhibit.environment),
    ...ofUnit,
    ...ofTerraform,
  ];
  expect(ofTerraform.length).toBeGreaterThan(3);
  expect(named.filter((name) => !known.has(name) && !others.has(name))).toEqual([]);
  for (const [name, value] of Object.entries(settings)) {
    const { schema } = variables[name as keyof typeof variables];
    expect(schema.safeParse(value).success, name).toBe(true);
  }
});

test("systemd holds the address that both proxies pass requests on to, before the service starts", () => {
  const address = /^ListenStream=(.+)$/m.exec(read("exhibit.socket"))?.[1];
  expect(read("nginx.conf")).toContain(`server ${address} `);
  expect(read("exhibit.service")).toMatch(/^Requires=exhibit\.socket$/m);
});

test("a signer is not probed, since it answers nobody; workers have a place for the backup key; one slow answer takes no pod out", () => {
  const containerOf = (role: string) =>
    (rendered(`${role}.yaml`) as Workload).spec.template.spec.containers[0]! as unknown as {
      readonly readinessProbe?: { readonly failureThreshold: number; readonly timeoutSeconds: number };
      readonly startupProbe?: { readonly failureThreshold: number; readonly periodSeconds: number };
      readonly volumeMounts: readonly { readonly mountPath: string }[];
      readonly env: readonly { readonly name: string; readonly value: string }[];
    };
  expect(Object.keys(containerOf("signer")).filter((key) => /Probe$|^ports$/.test(key))).toEqual([]);
  for (const role of ["web", "worker"])
    expect(containerOf(role).readinessProbe).toMatchObject({ failureThreshold: 2, timeoutSeconds: 3 });
  for (const role of ["web", "worker"]) {
    const { failureThreshold, periodSeconds } = containerOf(role).startupProbe!;
    expect(failureThreshold * periodSeconds, "a migration has an hour").toBeGreaterThanOrEqual(3_600);
  }
  const { env, volumeMounts } = containerOf("worker");
  const key = env.find(({ name }) => name === "BACKUP_KEY_FILE")!.value;
  expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain(key.slice(0, key.lastIndexOf("/")));
});

test("systemd asks the server alone to stop, and lets it write into the places that are documented", () => {
  const unit = read("exhibit.service");
  expect(unit).toMatch(/^KillMode=mixed$/m);
  expect(unit).toMatch(/^ReadWritePaths=-\/srv\/exhibit -\/mnt\/exhibit$/m);
  const [, user] = /^User=(\w+)$/m.exec(unit)!;
  expect(read("exhibit.sysusers")).toMatch(new RegExp(`^u ${user} `, "m"));
});

test("a command beside the service is run as the service is", () => {
  const unit = read("exhibit.service");
  const guide = readFileSync(join(root, "docs/operations/install.md"), "utf8");
  const line = guide.split("\n").find((each) => each.startsWith("systemd-run "))!;
  for (const name of ["DynamicUser", "StateDirectory", "PrivateTmp", "EnvironmentFile"]) {
    const [, value] = new RegExp(`^${name}=(.+)$`, "m").exec(unit)!;
    expect(line).toContain(` -p ${name}=${value} `);
  }
  expect(line).toContain(` --uid=${/^User=(\w+)$/m.exec(unit)![1]} `);
  expect(line).toContain(` -E ${/^Environment=(DATA_DIR=.+)$/m.exec(unit)![1]} `);
  expect(line, "its PostgreSQL's socket lies in the service's own /tmp").toContain(
    " -p JoinsNamespaceOf=exhibit.service ",
  );
});

test("Terraform's example has a bucket for each location", () => {
  const outputs = read("terraform/aws/outputs.tf");
  expect(outputs, "who signs the certificates of RDS is in no list of Node's").toMatch(
    /sslmode=verify-full&sslrootcert=/,
  );
  for (const name of ["STORAGE_US_URL", "STORAGE_EU_URL", "ANCHORS_URL"]) expect(outputs).toContain(`${name} `);
});

test.skipIf(lacks("helm"))("helm finds nothing wrong with the chart", () => {
  const { status, stdout } = spawnSync("helm", ["lint", "--strict", "deploy/helm"], { cwd: root });
  expect(stdout.toString()).toContain("0 chart(s) failed");
  expect(status).toBe(0);
});

test.skipIf(lacks("terraform"))("terraform reads its example, which is formatted", () => {
  const { status, stdout } = spawnSync("terraform", ["fmt", "-check", "-list=true", "deploy/terraform/aws"], {
    cwd: root,
  });
  expect(stdout.toString()).toBe("");
  expect(status).toBe(0);
});
