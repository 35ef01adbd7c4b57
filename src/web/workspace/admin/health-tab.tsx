import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sayDamagedFiles, sayUnsigned } from "#domain/installation-health.ts";
import { sayAnchors, WHO_HOLDS_KEYS } from "#domain/say-anchors.ts";
import { sayMinutes } from "#domain/setup-clock.ts";
import { api } from "#web/api.ts";
import { exactTime, registerTime } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { Meter } from "#web/design/meter.tsx";
import { Screen } from "#web/design/screen.tsx";
import { byteSize } from "#web/design/sizes.ts";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { CompanyUsage } from "./company-usage.tsx";
import { FailedJobs } from "./failed-jobs.tsx";
import { Processes, Queues } from "./health-tables.tsx";
import type { Health } from "./health.ts";
import { SelfAudit } from "./self-audit.tsx";

/** As often as processes write their line. */
const EVERY_MS = 15_000;

/** How the installation is, in counts, and what companies use; asked for again as long as somebody looks. */
export function HealthTab() {
  const health = useQuery({ ...api.health.get.queryOptions({ input: {} }), refetchInterval: EVERY_MS });
  return (
    <Screen data={health} loading={<SkeletonLines lines={9} />} empty={null}>
      {(facts) => (
        <div>
          <Attention sentences={facts.attention} at={facts.at} />
          <Part title="Processes">
            <Processes health={facts} />
          </Part>
          <Part title="Background work">
            <Queues health={facts} />
          </Part>
          <Part title="Failed jobs">
            <FailedJobs health={facts} />
          </Part>
          <Part title="Connections">
            <p className="quiet">{collectionOf(facts)}</p>
          </Part>
          <Part title="Backups">
            <p className="quiet">{backupOf(facts)}</p>
          </Part>
          <Part title="Stored files">
            <p className="quiet">{filesOf(facts)}</p>
          </Part>
          <Part title="Audit of this installation">
            <SelfAudit health={facts} />
          </Part>
          <Part title="Companies">
            <CompanyUsage />
          </Part>
          <Part title="Storage">
            <dl className="admin-facts">
              <Fact label="Database">
                PostgreSQL {facts.database.version}, {byteSize(facts.database.bytes)}, {facts.database.migrations}{" "}
                migrations up to <span className="mono">{facts.database.newestMigration}</span>
              </Fact>
              {facts.disk && (
                <Fact label="Disk">
                  {byteSize(facts.disk.freeBytes)} of {byteSize(facts.disk.totalBytes)} free
                  <span className="health-meter own-line">
                    <Meter
                      label="Disk in use"
                      percent={Math.round(100 - (100 * facts.disk.freeBytes) / facts.disk.totalBytes)}
                    />
                  </span>
                </Fact>
              )}
              <Fact label="Ledgers">
                {facts.unsignedLedgers.length === 0
                  ? "All ledgers are signed."
                  : facts.unsignedLedgers.map(sayUnsigned).join(" ")}
              </Fact>
              <Fact label="Anchors">{sayAnchors(facts.anchors).join(" ")}</Fact>
              <Fact label="Keys">{WHO_HOLDS_KEYS}</Fact>
              <Fact label="Holds">
                {plural(facts.users, "account", "accounts")}, {plural(facts.companies, "company", "companies")}
              </Fact>
              <Fact label="Versions">
                Exhibit {facts.version} on Node.js {facts.nodeVersion}
              </Fact>
            </dl>
          </Part>
        </div>
      )}
    </Screen>
  );
}

function Attention({ sentences, at }: { sentences: readonly string[]; at: string }) {
  return (
    <div className="health-head">
      <div role="status">
        {sentences.length === 0 ? (
          <Mark finding="passing">Nothing needs attention.</Mark>
        ) : (
          <ul className="stack gap-4">
            {sentences.map((sentence) => (
              <li key={sentence}>
                <Mark finding="failing">{sentence}</Mark>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="fine faint">As of {exactTime(at)}</p>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="admin-section" aria-label={title}>
      <h2 className="title-card">{title}</h2>
      {children}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function collectionOf({ collection: { connections, late, lateAfterMinutes, newestSyncAt } }: Health): string {
  if (connections === 0) return "No connections yet.";
  const newest = newestSyncAt ? ` Last collection ${registerTime(newestSyncAt)} UTC.` : "";
  const span = sayMinutes(lateAfterMinutes);
  const missed = late === 0 ? `all collected within ${span}` : `${late} not collected for ${span}`;
  return `${plural(connections, "connection", "connections")}, ${missed}.${newest}`;
}

function backupOf({ backup }: Health): string {
  if (!backup) return "No backup yet. On the server, run: npm run exhibit -- backup-key FILE, then backup FILE.";
  const { writtenAt, bytes, test } = backup;
  const newest = `Last backup ${registerTime(writtenAt)} UTC, ${byteSize(bytes)}.`;
  if (!test) return `${newest} No restore test yet.`;
  const how = test.fault === null ? "passed its restore test" : "failed its restore test";
  return `${newest} The backup of ${registerTime(test.of)} UTC ${how} on ${registerTime(test.at)} UTC.`;
}

function filesOf({ files: { damaged, checkedAt, checked, total } }: Health): string {
  const state = damaged === 0 ? "No stored file is damaged." : sayDamagedFiles(damaged);
  const last = checkedAt ? ` All were checked by ${registerTime(checkedAt)} UTC.` : "";
  return `${state}${last} This round: ${checked.toLocaleString("en-US")} of ${plural(total, "file", "files")} checked.`;
}

const plural = (count: number, word: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? word : many}`;
