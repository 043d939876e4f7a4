export default ({ routeParams }) => routeParams.lang
