# syntax=docker/dockerfile:1
# One node of the shop. It needs a PostgreSQL (DATABASE_URL) and the same SECRET as every other node.
# compose.yaml shows two of them behind a load balancer; docs/operations.md names every variable.

FROM node:26-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
# The package `node` and some others fetch their binary in an install script.
RUN npm ci --no-audit --no-fund
COPY . .
RUN NODE_ENV=production npx react-router build && npm prune --omit=dev

FROM node:26-bookworm-slim
# MALLOC_* and the flag below keep the node small (cli/ensure-built.mjs).
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=73728 MALLOC_TRIM_THRESHOLD_=73728 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DEMO=0
WORKDIR /shop
RUN mkdir /data && chown node:node /data
# The catalogue index is built by a process that runs from source, and migrations are read as files.
COPY --from=build /shop ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s \
  CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Not through npm: the process itself must get the signal.
CMD ["node_modules/.bin/node", "--max-semi-space-size=12", "--max-old-space-size=384", "build/server/main.js"]
