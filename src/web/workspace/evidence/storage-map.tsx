import { useQuery } from "@tanstack/react-query";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { Screen } from "#web/design/screen.tsx";
import { byteSize } from "#web/design/sizes.ts";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useWorkspace } from "../company-context.tsx";
import { land, spots } from "./land.gen.ts";

type Place = z.output<typeof contract.evidence.storage.output>[number];

/** Where each place's label stands, in the map's own units. */
const labels = { us: [28, 222], eu: [448, 12] } as const;

const columns: readonly Column<Place>[] = [
  {
    key: "location",
    head: "Location",
    phone: "title",
    cell: (place) => (
      <>
        <b className="strong">{place.displayName}</b> {place.chosen && <span className="faint">default</span>}
      </>
    ),
  },
  {
    key: "region",
    head: "Region code",
    phone: "hidden",
    cell: (place) => <span className="mono">{place.regionCode}</span>,
  },
  {
    key: "items",
    head: "Items",
    align: "right",
    phone: "left",
    cell: (place) => (
      <>
        {place.items.toLocaleString("en-US")}
        <span className="map-list"> {place.items === 1 ? "item" : "items"}</span>
      </>
    ),
  },
  { key: "size", head: "Data size", align: "right", phone: "right", cell: (place) => byteSize(place.bytes) },
];

/** Where the company's evidence lies: a map for the eye, and a table with the same facts. */
export function StorageMap() {
  const { company } = useWorkspace();
  const storage = useQuery(api.evidence.storage.queryOptions({ input: { companyId: company.id } }));
  return (
    <Screen data={storage} loading={<SkeletonRegister rows={2} columns={4} />} empty={null}>
      {(places) => (
        <>
          <Map places={places} />
          <Table
            label="Storage locations"
            marginHead="No."
            margin={(place) => String(places.indexOf(place) + 1)}
            columns={columns}
            rowKey={(place) => place.id}
            sections={oneSection(places)}
          />
        </>
      )}
    </Screen>
  );
}

function Map({ places }: { places: readonly Place[] }) {
  const said = places.map((place) => `${place.displayName} ${place.items} ${place.items === 1 ? "item" : "items"}`);
  return (
    <svg className="storage-map" viewBox="0 0 760 356" role="img" aria-label={`Storage locations: ${said.join(", ")}`}>
      <path className="map-land" d={land.elsewhere} />
      {places.map((place) => (
        <path key={place.id} className="map-land" data-used={place.items > 0 || undefined} d={land[place.geography]} />
      ))}
      {places.map((place, index) => (
        <Pin key={place.id} place={place} number={index + 1} />
      ))}
    </svg>
  );
}

function Pin({ place, number }: { place: Place; number: number }) {
  const at = spots[place.geography];
  const [x, y] = labels[place.geography];
  return (
    <>
      <g className="map-number">
        <path d={`M${at[0]} ${at[1] - 26}l26 26-26 26-26-26z`} />
        <text x={at[0]} y={at[1] + 9}>
          {number}
        </text>
      </g>
      <g className="map-pin">
        <path className="map-leader" d={`M${at[0]} ${at[1]}L${x + 44} ${y + 46}`} />
        <path className="map-spot" d={`M${at[0]} ${at[1] - 5}l5 5-5 5-5-5z`} />
        <rect className="map-label" x={x} y={y} width="176" height="46" />
        <rect className="map-count" x={x} y={y} width="44" height="46" />
        <text className="map-items" x={x + 22} y={y + 29}>
          {place.items}
        </text>
        <text className="map-name" x={x + 54} y={y + 19}>
          {place.displayName}
        </text>
        <text className="map-region" x={x + 54} y={y + 36}>
          {place.chosen ? `${place.regionCode}, default` : place.regionCode}
        </text>
      </g>
    </>
  );
}
