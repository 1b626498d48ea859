# One image for every service; docker-compose.yml says which one a container runs. By itself it runs the whole system on embedded
# engines, with its data on a volume at /data:
#
#   docker build -t airlog .
#   docker run --init -p 127.0.0.1:8080:8080 -v airlog-data:/data airlog
#
# npm's settings and a certificate authority of your own, which stay out of the image: --secret id=npmrc,src=$HOME/.npmrc
# --secret id=ca,src=FILE, and in the settings cafile=/run/secrets/ca.

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Without scripts: the prepare script compiles, and the sources come after the dependencies.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    npm ci --ignore-scripts --no-audit --no-fund
COPY . .
ARG COMMIT=unknown
# The links between PostgreSQL's libraries are made here: its user may not write to the image.
RUN npm run build \
 && node --input-type=module -e 'await (await import("/app/dist/platform/database/embedded/binaries.js")).findBinaries()' \
 && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && printf '{"commit":"%s","built":"%s"}\n' "$COMMIT" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" > build.json

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ARG COMMIT=unknown
ARG VERSION=0.2.0
# Where the operator keeps the sources of this build.
ARG SOURCE=
LABEL org.opencontainers.image.title="airlog" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$COMMIT" \
      org.opencontainers.image.licenses="LicenseRef-UNLICENSED" \
      org.opencontainers.image.source="$SOURCE"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 AIRLOG_DATA=/data
WORKDIR /app
COPY --from=build /app/package.json /app/build.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/docs docs
COPY --from=build /app/cli/airlog cli/airlog
# What is mounted here for the first time belongs to the user who runs the services.
RUN ln -s /app/cli/airlog /usr/local/bin/airlog && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health/ready').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
CMD ["airlog", "start"]
